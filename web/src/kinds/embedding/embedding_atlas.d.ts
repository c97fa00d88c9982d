// The part of embedding-atlas that computes UMAP; the package has no export for it alone (see `vite.config.ts`).
declare module 'embedding-atlas/umap' {
  export interface UMAP {
    readonly epoch: number;
    /** The places so far; a buffer that is used again. */
    readonly embedding: Float32Array;
    /** Goes on by some epochs at the current learning rate. */
    step(nEpochs?: number): Promise<void>;
    setParameters(parameters: { learningRate?: number }): void;
    destroy(): void;
  }

  export function createUMAPFromKNN(
    count: number,
    outputDim: number,
    knnIndices: Int32Array,
    knnDistances: Float32Array,
    options?: {
      initializeMethod?: 'spectral' | 'random';
      minDist?: number;
      nEpochs?: number;
      learningRate?: number;
      seed?: number;
    },
  ): Promise<UMAP>;
}
