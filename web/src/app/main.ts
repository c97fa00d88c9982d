// The page's entry: the dashboard that the address names is fetched while the shell is made.
import { mount } from 'svelte';
import '../widgets/tokens.css';
import '../widgets/base.css';
import { fromHash } from '../public/address.ts';
import App from './App.svelte';
import { pageOf } from './pages.ts';

// Where it fails the shell says so, in the dashboard's place.
pageOf(fromHash(location.hash).page).load().catch(() => undefined);

const target = document.getElementById('app');
if (target) mount(App, { target });
