/** `99 % (1524 of 1535)`; never rounded up. */
export function share(part: number, whole: number): string {
  const percent = whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10
  return `${percent} % (${part} of ${whole})`
}
