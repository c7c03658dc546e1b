import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '../../../test/page'
import { SignaturePad } from './signature-pad'

let pictures: (Blob | null)[] = []
beforeEach(() => {
  pictures = []
  draw(<SignaturePad onChange={(picture) => void pictures.push(picture)} />)
})

const canvas = () => page.getByLabelText('签名', { exact: true }).element() as HTMLCanvasElement

/** Draws over points given as shares of the canvas, as a finger, a pen or the mouse does. */
function stroke(pointerType: string, points: [x: number, y: number][], pointerId = 1): void {
  const { left, top, width, height } = canvas().getBoundingClientRect()
  const tell = (type: string, [x, y]: [number, number]) =>
    canvas().dispatchEvent(
      new PointerEvent(type, {
        pointerType,
        pointerId,
        button: type === 'pointermove' ? -1 : 0,
        clientX: left + x * width,
        clientY: top + y * height,
        bubbles: true,
        cancelable: true,
      }),
    )
  const [first, ...rest] = points as [[number, number], ...[number, number][]]
  // A pointer that was made up cannot be captured.
  canvas().setPointerCapture = () => undefined
  tell('pointerdown', first)
  for (const point of rest) tell('pointermove', point)
  tell('pointerup', points.at(-1) as [number, number])
}

async function darkPixels(picture: Blob): Promise<number> {
  const { width, height } = await createImageBitmap(picture)
  const pen = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D
  pen.drawImage(await createImageBitmap(picture), 0, 0)
  return pen.getImageData(0, 0, width, height).data.filter((value, at) => at % 4 === 0 && value < 128).length
}

for (const pointer of ['touch', 'pen', 'mouse'])
  test(`${pointer} signs, and the picture is a small PNG of it`, async () => {
    stroke(pointer, [
      [0.1, 0.5],
      [0.3, 0.2],
      [0.5, 0.8],
      [0.8, 0.4],
    ])
    await expect.poll(() => pictures.length).toBe(1)
    const picture = pictures[0] as Blob
    expect(picture.type).toBe('image/png')
    expect(picture.size).toBeLessThan(50 * 1024)
    const { width } = await createImageBitmap(picture)
    expect(width).toBe(640)
    expect(await darkPixels(picture)).toBeGreaterThan(500)
  })

test('a touch by mistake is no signature, and what was drawn is cleared', async () => {
  stroke('touch', [
    [0.5, 0.5],
    [0.51, 0.5],
  ])
  await expect.poll(() => pictures).toEqual([null])
  stroke('touch', [
    [0.1, 0.5],
    [0.9, 0.5],
  ])
  await expect.poll(() => pictures.length).toBe(2)
  expect(pictures[1]).not.toBeNull()
  await page.getByRole('button', { name: '清除签名' }).click()
  await expect.poll(() => pictures.at(-1)).toBeNull()
  stroke('touch', [
    [0.5, 0.5],
    [0.51, 0.5],
  ])
  await expect.poll(() => pictures.length).toBe(4)
  expect(pictures[3]).toBeNull()
})

test('a narrower page keeps what was drawn before', async () => {
  stroke('touch', [
    [0.1, 0.5],
    [0.9, 0.5],
  ])
  await expect.poll(() => pictures.length).toBe(1)
  const before = await darkPixels(pictures[0] as Blob)
  await page.viewport(390, 844)
  await expect.poll(() => canvas().width).toBeLessThan(480)
  stroke('touch', [
    [0.1, 0.2],
    [0.9, 0.2],
  ])
  await expect.poll(() => pictures.length).toBe(2)
  const after = await darkPixels(pictures[1] as Blob)
  expect(after).toBeGreaterThan(before * 1.7)
})
