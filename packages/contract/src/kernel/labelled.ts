/** Values with what they mean, for descriptions: `special 专票、normal 普票`. */
export const labelled = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map((pair) => pair.join(' '))
    .join('、')
