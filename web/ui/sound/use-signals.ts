import { useCallback, useEffect, useRef } from 'react'
import { expected } from '../../../contract/errors.ts'

/** A tone: its pitch, when it begins, and how long it is. */
type Tone = { hz: number; atS: number; forS: number }

/**
 * Yes is two rising tones, no is a low tone twice. So they differ also for somebody who hears one pitch badly. What is
 * stored ten times a second has a short one.
 */
const SIGNALS = {
  yes: {
    tones: [
      { hz: 880, atS: 0, forS: 0.09 },
      { hz: 1320, atS: 0.1, forS: 0.14 },
    ],
    vibration: [90],
  },
  no: {
    tones: [
      { hz: 196, atS: 0, forS: 0.2 },
      { hz: 196, atS: 0.28, forS: 0.3 },
    ],
    vibration: [220, 90, 320],
  },
  stored: { tones: [{ hz: 1320, atS: 0, forS: 0.06 }], vibration: [40] },
} satisfies Record<string, { tones: Tone[]; vibration: number[] }>
export type Signal = keyof typeof SIGNALS

/** A tone that comes later than this would be taken for the answer to another scan. */
const LATE_MS = 300

/**
 * Makes a function that answers by sound and vibration. The sound needs a touch of the app before, because
 * browsers forbid it without one.
 * @param isMuted switches off the sound; the phone still vibrates
 */
export function useSignals(isMuted: boolean): (signal: Signal) => void {
  const audio = useRef<AudioContext | null>(null)
  useEffect(() => {
    if (isMuted) return
    const allow = () => {
      audio.current ??= newAudio()
      // A phone call or a hidden page suspends it.
      if (audio.current?.state !== 'running') void audio.current?.resume().catch(() => expected('refused'))
    }
    // With a camera that was allowed before, the first scan may come before a touch of this screen.
    if (navigator.userActivation?.hasBeenActive) allow()
    addEventListener('pointerdown', allow)
    addEventListener('keydown', allow)
    return () => {
      removeEventListener('pointerdown', allow)
      removeEventListener('keydown', allow)
      void audio.current?.close().catch(() => expected('refused'))
      audio.current = null
    }
  }, [isMuted])
  return useCallback((signal) => {
    const { tones, vibration } = SIGNALS[signal]
    if (audio.current) void playAll(audio.current, tones)
    navigator.vibrate?.(vibration)
  }, [])
}

/**
 * Plays tones now or not at all. Audio that is suspended keeps what it is given, and would play the tones of all scans
 * together at the next touch.
 */
async function playAll(audio: AudioContext, tones: Tone[]) {
  const asked = performance.now()
  if (audio.state !== 'running') await audio.resume().catch(() => expected('refused'))
  if (audio.state !== 'running' || performance.now() - asked > LATE_MS) return
  for (const tone of tones) play(audio, tone)
}

function newAudio(): AudioContext | null {
  try {
    return new AudioContext()
  } catch {
    // The browser has no Web Audio, or the phone has no audio device. The screen says everything too.
    return expected('refused', null)
  }
}

function play(audio: AudioContext, { hz, atS, forS }: Tone) {
  const start = audio.currentTime + atS
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  oscillator.frequency.value = hz
  // A tone that ends at once clicks.
  volume.gain.setValueAtTime(0.5, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + forS)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + forS)
}
