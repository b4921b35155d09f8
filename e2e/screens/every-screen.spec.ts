import { testEveryScreen } from '../support/every-screen.ts'

// In the size of a desktop, every-screen.nightly.spec.ts loads each screen too, and looks at its light colours.
testEveryScreen('passes axe in light and dark, moves nothing, and fits at 320 px and with text at 200 %', 'most')
