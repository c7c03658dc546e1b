/** Longer sides of photos say nothing more about a car, and take minutes on a slow line. */
const longestSide = 1600
const quality = 0.85

/** A photo as a JPEG of at most 1,600 pixels a side, the right way up. Throws Error with a Chinese message for what is no picture. */
export async function shrunkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) throw new Error('无法读取此图片，请改用拍照或JPG、PNG图片')
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  // JPEG knows no transparency: what shows through is white, not black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('图片处理失败，请重试'))), 'image/jpeg', quality),
  )
}
