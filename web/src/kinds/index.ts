// All kinds of data the page knows, by slug.
import type { KindView } from '../public/kind.ts';
import { kind as audio } from './audio/index.ts';
import { kind as confusion_matrix } from './confusion_matrix/index.ts';
import { kind as custom_scalars } from './custom_scalars/index.ts';
import { kind as embedding } from './embedding/index.ts';
import { kind as graph } from './graph/index.ts';
import { kind as histogram } from './histogram/index.ts';
import { kind as hparams } from './hparams/index.ts';
import { kind as image } from './image/index.ts';
import { kind as mesh } from './mesh/index.ts';
import { kind as pr_curve } from './pr_curve/index.ts';
import { kind as profile } from './profile/index.ts';
import { kind as roc_curve } from './roc_curve/index.ts';
import { kind as scalar } from './scalar/index.ts';
import { kind as table } from './table/index.ts';
import { kind as tensor } from './tensor/index.ts';
import { kind as text } from './text/index.ts';
import { kind as video } from './video/index.ts';

export const KINDS: ReadonlyMap<string, KindView> = new Map(
  [
    scalar,
    histogram,
    image,
    video,
    audio,
    text,
    tensor,
    pr_curve,
    roc_curve,
    confusion_matrix,
    table,
    mesh,
    custom_scalars,
    hparams,
    embedding,
    graph,
    profile,
  ].map((kind) => [kind.slug, kind]),
);
