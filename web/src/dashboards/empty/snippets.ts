// The few lines that make a training show up here, by framework; `added` are the new ones.

export interface Snippet {
  title: string;
  lines: readonly { text: string; added: boolean }[];
}

const add = (text: string): { text: string; added: boolean } => ({ text, added: true });
const have = (text: string): { text: string; added: boolean } => ({ text, added: false });
const LOOP = [have(''), have('for step, batch in enumerate(loader):'), have('    loss = train_step(batch)')];

/** The lines for a log directory, under which the new run is named `first`. */
export function snippets(logdir: string): readonly Snippet[] {
  const run = JSON.stringify(`${logdir}/first`);
  return [
    {
      title: 'PyTorch',
      lines: [
        add('from sightline import SummaryWriter'),
        add(`writer = SummaryWriter(${run})`),
        ...LOOP,
        add('    writer.add_scalar("train/loss", loss, step)'),
      ],
    },
    {
      title: 'Keras',
      lines: [
        have('import keras'),
        have(''),
        add(`logs = keras.callbacks.TensorBoard(log_dir=${run})`),
        add('model.fit(x, y, epochs=10, callbacks=[logs])'),
        have(''),
        have('# sightline reads what the callback writes'),
      ],
    },
    {
      title: 'Transformers',
      lines: [
        have('from transformers import Trainer, TrainingArguments'),
        have(''),
        add(`args = TrainingArguments(output_dir="out", report_to="tensorboard", logging_dir=${run})`),
        have('Trainer(model=model, args=args, train_dataset=data).train()'),
      ],
    },
    {
      title: 'Lightning',
      lines: [
        add('from lightning.pytorch.loggers import TensorBoardLogger'),
        have(''),
        add(`trainer = Trainer(logger=TensorBoardLogger(${JSON.stringify(logdir)}, name="first"))`),
        have('trainer.fit(model, loader)'),
      ],
    },
    {
      title: 'JAX',
      lines: [
        add('from sightline import SummaryWriter'),
        add(`writer = SummaryWriter(${run})`),
        have(''),
        have('for step, batch in enumerate(batches):'),
        have('    state, loss = train_step(state, batch)'),
        add('    writer.add_scalar("train/loss", loss, step)'),
      ],
    },
    {
      title: 'tf.summary',
      lines: [
        add('from sightline import summary'),
        add(`summary.create_file_writer(${run}).set_as_default()`),
        ...LOOP,
        add('    summary.scalar("train/loss", loss, step=step)'),
      ],
    },
  ];
}

/** What one pastes. */
export function code(snippet: Snippet): string {
  return snippet.lines.map((line) => line.text).join('\n');
}
