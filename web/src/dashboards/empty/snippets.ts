// The few lines that make a training show up here, for whoever trains with what; `added` are the new ones.

export interface Snippet {
  title: string;
  lines: readonly { text: string; added: boolean }[];
}

const add = (text: string): { text: string; added: boolean } => ({ text, added: true });
const have = (text: string): { text: string; added: boolean } => ({ text, added: false });
const LOOP = [have(''), have('for step, batch in enumerate(loader):'), have('    loss = train_step(batch)')];

export const SNIPPETS: readonly Snippet[] = [
  {
    title: 'PyTorch',
    lines: [
      add('from sightline import SummaryWriter'),
      add('writer = SummaryWriter("runs/first")'),
      ...LOOP,
      add('    writer.add_scalar("train/loss", loss, step)'),
    ],
  },
  {
    title: 'tf.summary',
    lines: [
      add('from sightline import summary'),
      add('summary.create_file_writer("runs/first").set_as_default()'),
      ...LOOP,
      add('    summary.scalar("train/loss", loss, step=step)'),
    ],
  },
  {
    title: 'JAX',
    lines: [
      add('from sightline import SummaryWriter'),
      add('writer = SummaryWriter("runs/first")'),
      have(''),
      have('for step, batch in enumerate(batches):'),
      have('    state, loss = train_step(state, batch)'),
      add('    writer.add_scalar("train/loss", loss, step)'),
    ],
  },
  {
    title: 'Lightning',
    lines: [
      have('from lightning.pytorch.loggers import TensorBoardLogger'),
      have('trainer = Trainer(logger=TensorBoardLogger("runs", name="first"))'),
      have(''),
      have('# nothing to change: sightline reads what it writes'),
      add('# sightline --logdir runs'),
    ],
  },
];
