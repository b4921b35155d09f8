import * as texts from '../../texts/compiled/home.js'
import { Section } from './section.tsx'

const TIPS = [
  {
    title: texts.training,
    points: [texts.buildUp, texts.runSlowly, texts.easyWeeks],
  },
  {
    title: texts.gear,
    points: [texts.wornShoes, texts.nothingNew, texts.oldLayer],
  },
  {
    title: texts.nutrition,
    points: [texts.eatBefore, texts.carbohydrate, texts.drinkToThirst],
  },
  {
    title: texts.marathonDay,
    points: [texts.openBefore, texts.beEarly, texts.startSlowly],
  },
]

/** The tips of the home page. */
export function Tips() {
  return (
    <Section
      id="tips"
      title={texts.tipsTitle()}
      farBelow="[contain-intrinsic-height:auto_82rem] sm:[contain-intrinsic-height:auto_48rem] xl:[contain-intrinsic-height:auto_33rem]"
    >
      <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 xl:grid-cols-4">
        {TIPS.map(({ title, points }, index) => (
          <li key={title()} className="border-t-2 border-ink pt-4">
            <span aria-hidden="true" className="numeral text-2xl text-flare-text">
              {texts.tipNumber({ number: index + 1 })}
            </span>
            <h3 className="mt-2 text-xl">{title()}</h3>
            <ul className="mt-3 grid gap-2.5 text-ink-soft">
              {points.map((point) => (
                <li key={point()} className="border-s-2 border-line ps-3">
                  {point()}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  )
}
