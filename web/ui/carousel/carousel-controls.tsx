import type { ReactNode } from 'react'
import type { Swiper as SwiperInstance } from 'swiper'
import * as texts from '../../texts/compiled/ui.js'
import { ChevronIcon, PauseIcon, PlayIcon } from '../icons/icon.tsx'

type CarouselControlsProps = {
  names: string[]
  current: number
  playing: boolean
  /** True if the controls are over a picture. They are then light on dark. */
  over: boolean
  swiper: SwiperInstance | null
  onToggle: () => void
}

/**
 * The arrows, dots and the pause button of a carousel. Each is a square of 44 px, which does not grow with the text
 * size.
 */
export function CarouselControls(props: CarouselControlsProps) {
  const { names, current, playing, over, swiper, onToggle } = props
  return (
    <div
      className={`absolute inset-x-0 bottom-0 z-10 flex justify-center ${over ? 'shell pointer-events-none pb-3 text-chalk md:justify-end' : 'text-ink'}`}
    >
      {/* Over a picture the controls have a dark background, so that any picture leaves them readable. */}
      <div className={`flex items-center ${over ? 'pointer-events-auto rounded-full bg-night/85' : 'gap-1'}`}>
        <Control label={texts.previousSlide()} onClick={() => swiper?.slidePrev()} className="swiper-button-prev">
          <ChevronIcon size={22} back />
        </Control>
        <div className="swiper-pagination flex">
          {names.map((name, index) => (
            <button
              key={name}
              type="button"
              aria-label={texts.slide({ position: index + 1, name })}
              aria-current={index === current}
              onClick={() => swiper?.slideToLoop(index)}
              className="swiper-pagination-bullet flex size-[44px] items-center justify-center rounded-full"
            >
              <span
                className={`h-2.5 rounded-full transition-all ${index === current ? 'w-7 bg-flare' : 'w-2.5 bg-current opacity-70'}`}
              />
            </button>
          ))}
        </div>
        <Control label={texts.nextSlide()} onClick={() => swiper?.slideNext()} className="swiper-button-next">
          <ChevronIcon size={22} />
        </Control>
        <Control label={playing ? texts.pauseSlides() : texts.playSlides()} onClick={onToggle}>
          {playing ? <PauseIcon size={20} /> : <PlayIcon size={20} />}
        </Control>
      </div>
    </div>
  )
}

type ControlProps = { label: string; onClick: () => void; className?: string; children: ReactNode }

function Control({ label, onClick, className = '', children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`flex size-[44px] items-center justify-center rounded-full border-2 border-transparent hover:border-current ${className}`}
    >
      {children}
    </button>
  )
}
