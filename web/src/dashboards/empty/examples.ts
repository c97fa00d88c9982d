// The line that fills a page, by its slug.

export const EXAMPLES: Readonly<Record<string, string>> = {
  timeseries: 'writer.add_scalar("train/loss", loss, step)',
  scalars: 'writer.add_scalar("train/loss", loss, step)',
  images: 'writer.add_image("samples", image, step)',
  audio: 'writer.add_audio("speech", sound, step, sample_rate=16_000)',
  text: 'writer.add_text("answers", "**Markdown** works", step)',
  histograms: 'writer.add_histogram("weights", layer.weight, step)',
  curves: 'writer.add_pr_curve("val/pr", labels, predictions, step)',
  tables: 'writer.add_table("errors", rows, global_step=step)',
  meshes: 'writer.add_mesh("cloud", vertices, global_step=step)',
  hparams: 'writer.add_hparams({"lr": 1e-3}, {"val/loss": loss})',
  tensors: 'writer.add_tensor("attention", attention, step)',
};
