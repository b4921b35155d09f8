import { testEveryScreen } from '../support/every-screen.ts'

testEveryScreen('passes axe in light and dark and moves nothing, loaded on a phone and on a desktop', 'all')
