import { closeSync, openSync, writeSync } from 'node:fs'
import { encode } from 'uqr'

const WIDTH = 640
const HEIGHT = 480
const FRAMES_A_SECOND = 5
const GREY = 128

/** What the camera sees for some seconds: the code of a text, or nothing. */
export interface Scene {
  code: string | null
  seconds: number
}

/**
 * Writes a video for Chromium's fake camera, which repeats it without end. The format is YUV4MPEG2: a line of text,
 * then each picture as its bytes.
 */
export function writeCameraVideo(file: string, scenes: Scene[]): void {
  const out = openSync(file, 'w')
  writeSync(out, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`)
  for (const { code, seconds } of scenes) {
    const picture = pictureOf(code)
    for (let frame = 0; frame < seconds * FRAMES_A_SECOND; frame += 1) {
      writeSync(out, 'FRAME\n')
      writeSync(out, picture)
    }
  }
  closeSync(out)
}

/** The brightness of each pixel, with the code in the middle, and then the colours: grey. */
function pictureOf(code: string | null): Uint8Array {
  const picture = new Uint8Array(WIDTH * HEIGHT * 1.5).fill(GREY)
  if (code === null) return picture
  const { data, size } = encode(code, { ecc: 'M', border: 4 })
  const scale = Math.floor((HEIGHT * 0.7) / size)
  const [left, top] = [Math.round((WIDTH - size * scale) / 2), Math.round((HEIGHT - size * scale) / 2)]
  for (let y = 0; y < size * scale; y += 1) {
    for (let x = 0; x < size * scale; x += 1) {
      const isDark = data[Math.floor(y / scale)]?.[Math.floor(x / scale)]
      picture[(top + y) * WIDTH + left + x] = isDark ? 16 : 235
    }
  }
  return picture
}

/** The arguments of a Chromium whose camera plays a video. The user is still asked whether the page may use it. */
export function cameraFlags(file: string): string[] {
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
}
