/** Keeps adding what Swagger UI leaves out for keyboard and screen reader: a field's name, a stop at what scrolls. */
export function mendMarkup(place: Element): void {
  new MutationObserver(() => {
    for (const field of place.querySelectorAll(':is(select, textarea):not([aria-label])')) {
      field.ariaLabel = nameOf(field)
    }
    for (const code of place.querySelectorAll<HTMLElement>('pre.microlight:not([tabindex])'))
      code.tabIndex = 0
  }).observe(place, { childList: true, subtree: true })
}

function nameOf(field: Element): string {
  if (field.id === 'servers') return 'Server'
  if (field.localName === 'textarea') return 'Request body'
  return field.closest('[data-param-name]')?.getAttribute('data-param-name') ?? 'Example'
}
