// The parts of the page: what `import()` loads, and line charts. Both builds of the page cut their files along them.

/** What a build knows of its modules. */
export type ModuleGraph = {
  getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[] } | null;
};

export function isShell(id: string): boolean {
  return id.endsWith('/src/app/shell.ts');
}

export function isScalarsPage(id: string): boolean {
  return id.endsWith('/ScalarsPage.svelte');
}

/** The card of scalars brings the code of line charts: one part, however many pages import it. */
export function isLineCard(id: string): boolean {
  return id.endsWith('/kinds/scalar/ScalarCard.svelte');
}

/** It comes with every page, so what it shares with line charts must not bring all their code. */
export function isRunList(id: string): boolean {
  return id.endsWith('/app/run_list/RunList.svelte');
}

/** The parts of the page that need a module: what `import()` loads, and line charts. */
export function partsWith(id: string, graph: ModuleGraph): string[] {
  const above = new Set([id]);
  // The loop goes on over what is added to the set underway.
  for (const module of above) {
    if (!isLineCard(module)) graph.getModuleInfo(module)?.importers.forEach((by) => above.add(by));
  }
  return [...above].filter(
    (module) => isLineCard(module) || graph.getModuleInfo(module)?.dynamicImporters.length,
  );
}
