/** A file's text, which Vite puts into the test. */
declare module '*?raw' {
  const text: string
  export default text
}
