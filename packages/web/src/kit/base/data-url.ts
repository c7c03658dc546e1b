/** A picture as text that a page or a form can carry. Throws the `fault` where it cannot be read. */
export const dataUrlOf = (file: Blob, fault = '图片无法读取'): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error(fault)))
    reader.readAsDataURL(file)
  })
