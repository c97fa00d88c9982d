// Lets the browser draw and take input between two pieces of work that would block it together.

/** By a message: timers are made to wait for some milliseconds where one sets another. */
export function nextTask(): Promise<void> {
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resume();
    };
    port2.postMessage(null);
  });
}
