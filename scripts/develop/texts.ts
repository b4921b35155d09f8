import { compileTexts } from '../../web/build/compile-texts.ts'

// `npm install` runs this (`prepare`), so that an editor and the type check find the compiled texts. The build and the
// tests compile them anew.
compileTexts()
