// The page of a plugin that the server hosts in a process of its own: started when it is opened, shown in a sandboxed frame.
import { address, sendJson } from '../../data/api.ts';
import type { FrameAnswer, OfferedPage } from '../../data/shapes.ts';
import type { Mount, PageModule } from '../../public/page.ts';

/** By slug: an offer whose title has changed shows the frame that is open already. */
const modules = new Map<string, PageModule>();

/** The page; a plugin that was ended says why at first, and is started again when it is asked for once more. */
export function loadHosted(offer: OfferedPage, nAttempts: number): PageModule {
  if (offer.state === 'broken') modules.delete(offer.slug);
  if (offer.state === 'broken' && nAttempts === 1) throw new Error(offer.reason ?? 'it is broken');
  const module = modules.get(offer.slug) ?? { mount: mountHosted(offer) };
  modules.set(offer.slug, module);
  return module;
}

function mountHosted({ slug, title, start }: OfferedPage): Mount {
  return async (element) => {
    const waiting = element.appendChild(document.createElement('p'));
    waiting.style.cssText =
      'margin: 0; padding: var(--sp-3); color: var(--ink-2); font-size: var(--text-sm);';
    waiting.setAttribute('role', 'status');
    waiting.textContent = `Starting ${title}…`;
    try {
      const { frame, note } = await sendJson<FrameAnswer>('POST', start ?? '');
      if (note) waiting.textContent = note;
      else waiting.remove();
      element.style.cssText = 'display: flex; flex-direction: column;';
      element.append(frameOf(title, address(frame)));
    } catch (error) {
      modules.delete(slug);
      throw error;
    }
    return undefined;
  };
}

/** Without `allow-same-origin` the document cannot read the board's cookie, storage or data. */
function frameOf(title: string, url: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('sandbox', 'allow-scripts allow-downloads allow-forms allow-popups');
  // Plugins of TensorBoard draw on white, whatever the theme.
  frame.style.cssText = 'flex: 1; min-height: 0; width: 100%; border: 0; background: #fff;';
  frame.src = url;
  return frame;
}
