// Lets the browser draw and take input between two pieces of work that would block it together.

export function nextTask(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, 0));
}
