const PADDING = 16
/** Between the parts of a caption, and between lines. */
const [GAP, LINE_GAP] = [18, 4]
const SWATCH = 11

/** A text of the picture, with the sign that stands before it in the legend. */
interface Part {
  readonly text: string
  readonly font: string
  readonly colour: string
  readonly size: number
  readonly sign?: { readonly fill: string; readonly edge: string | undefined; readonly height: number }
}

/** How many pixels a picture has at least for one of the page, in each direction: slides and reports show it larger. */
const FINENESS = 2

/** How many pixels of a lane a picture needs for one of the screen. */
export function zoomForPicture(): number {
  return Math.max(1, FINENESS / devicePixelRatio)
}

/** The lanes of the plot with their captions as one picture, in the colours and with the layout that they have on the page. */
export function pictureOf(plot: Element): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no canvas')
  const unit = devicePixelRatio * zoomForPicture()
  const lanes = [...plot.querySelectorAll('.lane')]
  const width = Math.max(...lanes.map((lane) => lane.clientWidth))
  const drawn: (() => void)[] = []
  let y = PADDING

  /** Places parts one after the other, in as many lines as they need. */
  const place = (parts: readonly Part[], gap: number): void => {
    let [x, height] = [0, 0]
    for (const part of parts) {
      context.font = part.font
      const before = part.sign ? SWATCH + 6 : 0
      const length = before + context.measureText(part.text).width
      if (x > 0 && x + length > width) [x, y] = [0, y + height + LINE_GAP]
      height = part.size
      const [left, bottom] = [PADDING + x, y + height]
      drawn.push(() => {
        if (part.sign) drawSign(context, part.sign, left, bottom - SWATCH + 1)
        context.font = part.font
        context.fillStyle = part.colour
        context.fillText(part.text, left + before, bottom)
      })
      x += length + gap
    }
    y += height + 2 * LINE_GAP
  }

  const heading = plot.querySelector('h2')
  const hint = plot.querySelector('.hint')
  if (heading) place([partOf(heading)], 0)
  if (hint) place(wordsOf(hint), 4)
  for (const lane of lanes) {
    place([...lane.querySelectorAll('figcaption > *')].map(partOf), GAP)
    const picture = lane.querySelector('canvas')
    if (!picture) continue
    const [top, height] = [y, picture.clientHeight]
    drawn.push(() => {
      context.drawImage(picture, PADDING, top, picture.clientWidth, height)
    })
    y += height + LINE_GAP
  }

  canvas.width = (width + 2 * PADDING) * unit
  canvas.height = (y + PADDING - LINE_GAP) * unit
  context.scale(unit, unit)
  context.fillStyle = getComputedStyle(plot).backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const draw of drawn) draw()
  return canvas
}

function partOf(element: Element): Part {
  const { color, fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  const sign = getComputedStyle(element, '::before')
  return {
    text: element.textContent,
    font: `${fontWeight} ${fontSize} ${fontFamily}`,
    colour: color,
    size: Number.parseFloat(fontSize),
    ...(sign.content !== 'none' && {
      sign: {
        fill: sign.backgroundColor,
        edge: sign.borderTopStyle === 'none' ? undefined : sign.borderTopColor,
        height: Math.min(SWATCH, Number.parseFloat(sign.height)),
      },
    }),
  }
}

function wordsOf(element: Element): readonly Part[] {
  const part = partOf(element)
  return part.text.split(' ').map((text) => ({ ...part, text }))
}

function drawSign(
  context: CanvasRenderingContext2D,
  { fill, edge, height }: NonNullable<Part['sign']>,
  x: number,
  y: number,
): void {
  context.fillStyle = fill
  context.fillRect(x, y + (SWATCH - height) / 2, SWATCH, height)
  if (edge === undefined) return
  context.strokeStyle = edge
  context.strokeRect(x + 0.5, y + 0.5, SWATCH - 1, SWATCH - 1)
}
