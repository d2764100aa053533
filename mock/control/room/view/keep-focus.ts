const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/**
 * Keeps the focus near where it was when what had it is removed: on the control that has taken its place, else on the one
 * before, else further out. Without it whoever uses a keyboard begins at the top of the page again.
 */
export function keepFocus(root: HTMLElement): void {
  // Where the focus is: each element from the control outwards, with its place among its siblings.
  let path: readonly (readonly [element: Element, at: number])[] = []
  const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) path = pathTo(target, root)
  })
  // Some browsers tell that the focus went when its element is removed, some do not.
  root.addEventListener('focusout', () => {
    queueMicrotask(() => {
      if (path[0]?.[0].isConnected === true && isNowhere()) path = []
    })
  })
  new MutationObserver(() => {
    const gone = path.findLastIndex(([element]) => !element.isConnected)
    if (gone < 0) return
    const removed = path.slice(gone)
    path = []
    if (isNowhere()) nearest(removed)?.focus()
  }).observe(root, { childList: true, subtree: true })
}

function pathTo(target: Element, root: Element): [Element, number][] {
  const path: [Element, number][] = []
  for (let element = target; element !== root && element.parentElement; element = element.parentElement) {
    path.push([element, [...element.parentElement.children].indexOf(element)])
  }
  return path
}

/** The control nearest to the removed element that a path begins with. */
function nearest([removed, ...around]: readonly (readonly [Element, number])[]): HTMLElement | undefined {
  let at = removed?.[1] ?? 0
  for (const [element, place] of around) {
    const siblings = [...element.children]
    for (const sibling of siblings.slice(at)) {
      const control = controlsIn(sibling)[0]
      if (control) return control
    }
    const before = siblings.slice(0, at).flatMap(controlsIn).at(-1)
    if (before) return before
    at = place
  }
  return undefined
}

function controlsIn(element: Element): HTMLElement[] {
  return [element, ...element.querySelectorAll(CONTROLS)].filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement &&
      one.matches(CONTROLS) &&
      !one.matches(':disabled') &&
      one.checkVisibility(),
  )
}
