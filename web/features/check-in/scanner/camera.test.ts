import { afterEach, expect, it, vi } from 'vitest'
import { openCamera } from './camera.ts'

const withCamera = (getUserMedia: unknown) =>
  Object.defineProperty(navigator, 'mediaDevices', {
    value: getUserMedia ? { getUserMedia } : undefined,
    configurable: true,
  })
afterEach(() => Reflect.deleteProperty(navigator, 'mediaDevices'))

const failsWith = (name: string) => withCamera(vi.fn().mockRejectedValue(new DOMException('no', name)))
const problem = () => openCamera().catch((error: unknown) => (error as { problem: string }).problem)

it('tells a refusal, a missing camera and a busy one apart, and a page that may have none', async () => {
  const told: Record<string, string> = {}
  for (const name of [
    'NotAllowedError',
    'SecurityError',
    'NotFoundError',
    'OverconstrainedError',
    'NotReadableError',
    'AbortError',
  ]) {
    failsWith(name)
    told[name] = String(await problem())
  }
  withCamera(null)
  told.nothing = String(await problem())
  expect(told).toEqual({
    NotAllowedError: 'refused',
    SecurityError: 'refused',
    NotFoundError: 'none',
    OverconstrainedError: 'none',
    NotReadableError: 'busy',
    AbortError: 'busy',
    nothing: 'insecure',
  })
})
