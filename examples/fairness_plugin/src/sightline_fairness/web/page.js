// The fairness page: the gap between groups over steps, a line per run, and the groups of one run at the current step.

const RATES = {
  selected: 'Selected',
  true_positive: 'True positives',
  false_positive: 'False positives',
  accuracy: 'Accuracy',
};

/** @param {HTMLElement} element  @param {object} context  the page interface, version 1 */
export function mount(element, context) {
  const { board, watch } = context;
  element.classList.add('fairness');
  element.append(styleSheet(), toolbar(context));
  const list = element.appendChild(document.createElement('div'));
  const closers = new Map();
  watch(() => {
    for (const tag of board.tags)
      if (tag.kind === 'fairness' && !closers.has(tag.tag)) closers.set(tag.tag, card(list, context, tag));
  });
}

const currentRate = ({ view }) => view.own('fairness.rate') ?? 'selected';

/** The page's policy allows no inline styles, but files of the plugin. */
function styleSheet() {
  return made('link', { rel: 'stylesheet', href: new URL('./page.css', import.meta.url).href });
}

/** The rate is a setting of the page, so it is part of every link to it. */
function toolbar(context) {
  const choice = made('select', { ariaLabel: 'Rate', className: 'select' });
  for (const [value, text] of Object.entries(RATES)) choice.append(new Option(text, value));
  choice.onchange = () => context.view.setOwn({ 'fairness.rate': choice.value });
  context.watch(() => {
    choice.value = currentRate(context);
  });
  const bar = made('div', { className: 'bar', role: 'toolbar', ariaLabel: 'Fairness' });
  bar.append('Rate ', choice);
  return bar;
}

function card(list, context, tag) {
  const article = list.appendChild(made('article', { ariaLabel: tag.tag }));
  article.append(made('h2', { textContent: tag.tag }));
  const plot = article.appendChild(made('div', { className: 'plot' }));
  const note = article.appendChild(made('p', { className: 'note' }));
  const table = article.appendChild(document.createElement('table'));
  gapChart(plot, note, context, tag);
  groupTable(table, context, tag);
}

/** One line per shown run, in the run's color; asked again when runs grow or others are shown. */
async function gapChart(plot, note, context, tag) {
  const { selection, follow, lineChart, watch } = context;
  const chart = await lineChart(plot);
  let answer = null;

  function draw() {
    const shown = selection.shown.filter((run) => tag.runs.includes(run.id));
    chart.draw(
      shown.map((run) => ({
        label: selection.shortLabel(run.id, 24),
        color: selection.color(run.id).css,
        ...lineOf(answer, run.id),
      })),
    );
  }

  follow(
    () => ({ kind: 'fairness', query: 'gaps', params: { tag: tag.tag, rate: currentRate(context) }, runs: tag.runs }),
    ({ value, error }) => {
      answer = value;
      note.textContent = error ? error.message : `Largest difference between two groups: ${RATES[currentRate(context)]}`;
      draw();
    },
  );
  watch(draw);
}

function lineOf(columns, run) {
  const [x, y] = [[], []];
  if (columns) {
    const [runs, steps, gaps] = ['run', 'step', 'gap'].map((name) => columns.numbers(name));
    runs.forEach((id, row) => id === run && (x.push(steps[row]), y.push(gaps[row])));
  }
  return { x, y };
}

/** The groups of the first shown run, at the step that all pages share. */
function groupTable(table, context, tag) {
  const { selection, view, follow, formatValue } = context;
  const focus = () => selection.shown.find((run) => tag.runs.includes(run.id));
  follow(
    () => {
      const run = focus();
      const params = { tag: tag.tag, run: run?.id, rate: currentRate(context), step: view.state.step };
      return run ? { kind: 'fairness', query: 'groups', params, json: true, runs: [run.id] } : null;
    },
    ({ value }) => {
      const run = focus();
      if (!value || !run) return table.replaceChildren();
      const caption = made('caption', { textContent: `${selection.label(run.id)}, step ${value.step}` });
      const rows = value.groups.map(({ name, rate, n }) => {
        const row = document.createElement('tr');
        row.append(
          made('th', { textContent: name }),
          made('td', { textContent: `${n.toLocaleString('en-US')} people` }),
          made('td', { textContent: formatValue(rate) }),
        );
        return row;
      });
      table.replaceChildren(caption, ...rows);
    },
  );
}

function made(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
