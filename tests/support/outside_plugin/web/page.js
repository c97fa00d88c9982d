export function mount(element) { element.textContent = 'Outside'; }
