declare module 'sweetalert2/dist/sweetalert2.esm.min.js' {
  export { default } from 'sweetalert2'
}
