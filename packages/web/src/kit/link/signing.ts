/** A point of a stroke, as shares of the width of the canvas, so that a turned telephone keeps what was drawn. */
interface Point {
  x: number
  y: number
}
type Stroke = Point[]

/** Width of the picture in pixels; its height follows the canvas. */
const pictureWidth = 640
/** Of a stroke, as a share of the width. */
const penWidth = 0.008
/** What is shorter than this share of the width is a touch by mistake, and no signature. */
const leastLength = 0.1

/** A canvas that takes a signature by finger, pen or mouse. */
export interface Signing {
  isBlank: () => boolean
  clear: () => void
  /** The picture as a PNG, black on white; null while nothing is drawn. */
  png: () => Promise<Blob | null>
  /** The canvas takes nothing any more. */
  stop: () => void
}

/** Lets people sign on a canvas, whose size the page gives. `onChange` hears after each stroke whether there is a signature. */
export function signOn(canvas: HTMLCanvasElement, onChange: (isBlank: boolean) => void): Signing {
  let strokes: Stroke[] = []
  let drawing: { stroke: Stroke; pointerId: number } | undefined
  const end = new AbortController()
  const isBlank = () => strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) < leastLength
  const draw = () => paint(canvas, strokes)
  const pointOf = (event: PointerEvent): Point => {
    const { left, top, width } = canvas.getBoundingClientRect()
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / width }
  }
  const on = (
    type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
    hear: (event: PointerEvent) => void,
  ) => canvas.addEventListener(type, hear, { signal: end.signal })

  on('pointerdown', (event) => {
    if (drawing || event.button !== 0) return
    event.preventDefault()
    canvas.setPointerCapture(event.pointerId)
    drawing = { stroke: [pointOf(event)], pointerId: event.pointerId }
    strokes.push(drawing.stroke)
  })
  on('pointermove', (event) => {
    if (drawing?.pointerId !== event.pointerId) return
    const events = event.getCoalescedEvents?.() ?? []
    drawing.stroke.push(...(events.length > 0 ? events : [event]).map(pointOf))
    draw()
  })
  const lift = (event: PointerEvent) => {
    if (drawing?.pointerId !== event.pointerId) return
    drawing = undefined
    onChange(isBlank())
  }
  on('pointerup', lift)
  on('pointercancel', lift)
  const fit = new ResizeObserver(() => {
    const { width, height } = canvas.getBoundingClientRect()
    canvas.width = Math.round(width * devicePixelRatio)
    canvas.height = Math.round(height * devicePixelRatio)
    draw()
  })
  fit.observe(canvas)

  return {
    isBlank,
    clear() {
      strokes = []
      drawing = undefined
      draw()
      onChange(true)
    },
    png: () => (isBlank() ? Promise.resolve(null) : pictureOf(canvas, strokes)),
    stop() {
      end.abort()
      fit.disconnect()
    },
  }
}

const lengthOf = (stroke: Stroke): number =>
  stroke.reduce((sum, { x, y }, at) => {
    const before = stroke[at - 1]
    return before ? sum + Math.hypot(x - before.x, y - before.y) : sum
  }, 0)

/** Draws strokes as smooth lines over the whole width of a canvas. */
function paint(canvas: HTMLCanvasElement, strokes: readonly Stroke[], ground?: string): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const { width, height } = canvas
  pen.clearRect(0, 0, width, height)
  if (ground) {
    pen.fillStyle = ground
    pen.fillRect(0, 0, width, height)
  }
  pen.lineWidth = Math.max(2, width * penWidth)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.strokeStyle = '#101c2c'
  for (const [first, ...rest] of strokes) {
    if (!first) continue
    pen.beginPath()
    pen.moveTo(first.x * width, first.y * width)
    let last = first
    for (const point of rest) {
      pen.quadraticCurveTo(
        last.x * width,
        last.y * width,
        ((last.x + point.x) / 2) * width,
        ((last.y + point.y) / 2) * width,
      )
      last = point
    }
    pen.lineTo(last.x * width, last.y * width)
    pen.stroke()
  }
}

function pictureOf({ width, height }: HTMLCanvasElement, strokes: readonly Stroke[]): Promise<Blob | null> {
  const picture = document.createElement('canvas')
  picture.width = pictureWidth
  picture.height = Math.round((pictureWidth * height) / Math.max(1, width))
  paint(picture, strokes, '#fff')
  return new Promise((resolve) => picture.toBlob(resolve, 'image/png'))
}
