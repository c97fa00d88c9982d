// Light or dark: the person's choice, else the system's.
import { recall, store } from './storage.ts';

const KEY = 'sightline.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

export class Theme {
  name = $state<'light' | 'dark'>(chosen());

  apply(): void {
    document.documentElement.dataset['theme'] = this.name;
  }

  toggle(): void {
    this.name = this.name === 'dark' ? 'light' : 'dark';
    this.apply();
    store(KEY, this.name);
  }

  /** Follow the system as long as nothing was chosen. */
  follow(): () => void {
    const onChange = (): void => {
      this.name = chosen();
      this.apply();
    };
    dark.addEventListener('change', onChange);
    return () => dark.removeEventListener('change', onChange);
  }
}

function chosen(): 'light' | 'dark' {
  const saved = recall(KEY);
  return saved === 'light' || saved === 'dark' ? saved : dark.matches ? 'dark' : 'light';
}
