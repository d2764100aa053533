import { MIMEType } from 'node:util'

// Prism throws for what it cannot read; this it reads, and finds documented nowhere.
const UNREADABLE = 'unreadable/media-type'

/** A Content-Type in the one form that Prism reads; what is lawful but odd, such as a `;` at the end, is mended. */
export function mediaType(contentType: string): string {
  try {
    return new MIMEType(contentType).toString()
  } catch {
    return UNREADABLE
  }
}
