// Stands for embedding-atlas' UMAP in a report, whose file would be twice as large with it.

export function createUMAPFromKNN(): never {
  throw new Error('This report has no server: UMAP needs one.');
}
