/** The text behind percent-encoding; what is not well encoded stays as it is. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
