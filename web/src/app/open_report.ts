// Starts the page as a report: its data are the provider, and its view is shown unless the address names one.
import { openReport } from '../data/packed/packed_provider.ts';
import { setProvider } from '../data/provider.ts';
import { storeUnder } from './storage.ts';

export async function choose(): Promise<void> {
  const provider = await openReport();
  setProvider(provider);
  storeUnder(provider.report.id);
  if (location.hash === '' && provider.report.view) history.replaceState(null, '', provider.report.view);
}
