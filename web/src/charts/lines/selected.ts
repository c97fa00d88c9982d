// Which axes a selection zooms: one that spans the plot leaves that axis alone.

interface Size {
  width: number;
  height: number;
}

const LEAST_PX = 4;

export function selected(select: Size, plot: Size): { x: boolean; y: boolean } {
  return {
    x: select.width > LEAST_PX && select.width < plot.width - 1,
    y: select.height > LEAST_PX && select.height < plot.height - 1,
  };
}
