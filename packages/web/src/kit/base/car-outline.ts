import { type CarMark, type MarkKind, markKinds } from '@chepu/contract/kernel/car-marks'

/** Size of the sketch in its own units; marks are shares of it. */
export const sketchSize = { width: 480, height: 640 }
const markRadius = 13

/** Colours that are told apart also by who does not see red and green; on paper the words tell. */
const colours: Record<MarkKind, string> = {
  scratch: '#1668be',
  dent: '#a85f00',
  broken: '#c8323c',
  paint: '#6b3fa0',
  crack: '#0b6b68',
  missing: '#1f2937',
}

/** A side of a car that drives to the left of its own drawing: 360 long, 100 high, standing on the ground at 0. */
const side = `<path d="M6 26Q0 44 6 58Q50 66 96 70L142 96Q195 104 246 99L306 74L350 70Q360 50 354 26L314 26A29 29 0 0 1 256 26L104 26A29 29 0 0 1 46 26Z"/>
<path d="M112 72L148 92Q172 95 192 95V72ZM200 72V95Q224 95 244 92L286 73Z"/><path d="M108 30V70M196 30V95M290 72L252 40V30"/>
<circle cx="75" cy="26" r="23"/><circle cx="75" cy="26" r="11"/><circle cx="285" cy="26" r="23"/><circle cx="285" cy="26" r="11"/>
<path d="M168 62h16M252 62h16M8 50h18v8"/>`

/** Front and rear have the same outline. */
const face = `<path d="M178 100Q170 84 176 62Q182 54 194 50L208 26Q240 20 272 26L286 50Q298 54 304 62Q310 84 302 100Z"/>
<path d="M202 50L213 31Q240 27 267 31L278 50Z"/><path d="M182 100v12h20v-12M278 100v12h20v-12M176 88h128"/>`

/** A car from above, its front upwards, with its four sides around it. */
const outline = `<g fill="none" stroke="#52606f" stroke-width="2" stroke-linejoin="round">
<path d="M188 152Q240 132 292 152Q306 162 308 204V440Q306 480 290 490Q240 506 190 490Q174 480 172 440V204Q174 162 188 152Z"/>
<path d="M184 236Q240 206 296 236L284 274Q240 260 196 274ZM196 396Q240 408 284 396L292 434Q240 450 188 434ZM196 274V396M284 274V396"/>
<path d="M184 240L190 280V392L184 430M296 240L290 280V392L296 430M172 250l-12 6v12l12-4M308 250l12 6v12l-12-4M194 164Q240 178 286 164M200 478Q240 470 280 478"/>
<g transform="matrix(0 1 1 0 16 140)">${side}</g><g transform="matrix(0 1 -1 0 464 140)">${side}</g>
<g>${face}<path d="M182 66h24l-4 12h-18zM298 66h-24l4 12h18zM214 66h52v14h-52z"/></g>
<g transform="translate(0 506)">${face}<path d="M180 64h20v16h-18zM300 64h-20v16h18zM216 84h48v14h-48z"/></g></g>
<g fill="#52606f" font-size="14" text-anchor="middle"><text x="240" y="134">车头</text><text x="240" y="522">车尾</text>
<text x="66" y="128">左侧</text><text x="414" y="128">右侧</text></g>`

const place = (part: number, whole: number) => (part * whole).toFixed(1)

/** A mark with its number; its word stands beside it where the sketch is to be read without colours. */
function markSvg({ x, y, kind }: CarMark, at: number, isPaper: boolean): string {
  const [cx, cy] = [place(x, sketchSize.width), place(y, sketchSize.height)]
  const word = isPaper
    ? `<text x="${cx}" y="${cy}" dy="27" font-size="13" text-anchor="middle">${markKinds[kind]}</text>`
    : ''
  return `<circle cx="${cx}" cy="${cy}" r="${markRadius}" fill="${isPaper ? '#fff' : colours[kind]}" stroke="${colours[kind]}" stroke-width="2"/>
<text x="${cx}" y="${cy}" dy="5" font-size="15" text-anchor="middle" fill="${isPaper ? '#000' : '#fff'}">${at + 1}</text>${word}`
}

/** What stands within the SVG of a sketch: the car, and its marks by number. */
export const sketchContent = (marks: readonly CarMark[], isPaper = false): string =>
  outline + marks.map((mark, at) => markSvg(mark, at, isPaper)).join('')

/** The sketch of a car with its marks for a paper, as a whole SVG: numbered, each with its word, since printers know no colours. */
export const carSketchSvg = (marks: readonly CarMark[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sketchSize.width} ${sketchSize.height}">${sketchContent(marks, true)}</svg>`
