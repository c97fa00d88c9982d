// Handing the person a file.

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[/\\:]+/g, '_').slice(-120);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
