// The page's entry: theme before paint, then the shell.
import { mount } from 'svelte';
import '../widgets/tokens.css';
import '../widgets/base.css';
import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
