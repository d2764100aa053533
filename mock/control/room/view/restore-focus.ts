const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/**
 * Moves the focus to a near control when the focused one is removed: to the one that replaced it, else to the one before, else
 * to one in an outer element. Otherwise keyboard users would start again at the top of the page.
 */
export function restoreFocus(root: HTMLElement): void {
  // The elements from the focused control outwards, each with its index among its siblings.
  let path: readonly (readonly [element: Element, at: number])[] = []
  const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) path = pathTo(target, root)
  })
  // Only some browsers send focusout when the focused element is removed.
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

/** The control nearest to the removed element, the first of the path. */
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
