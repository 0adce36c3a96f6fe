import { mount } from 'svelte';

import App from './App.svelte';
import './styles/page.css';

const place = document.getElementById('app');

if (place !== null) mount(App, { target: place });
