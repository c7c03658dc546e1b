// The driver exports how it writes a value, without a type.
declare module 'pg/lib/utils' {
  const utils: { prepareValue(value: unknown): unknown }
  export default utils
}
