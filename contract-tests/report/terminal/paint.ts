/** Colours a text for a terminal, or leaves it as it is. */
export type Paint = (style: 'bold' | 'dim' | 'green' | 'yellow' | 'red', text: string) => string
