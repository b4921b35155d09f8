// Varied text, the same in every run. Repetitive rows would compress to a twentieth, and all counts of bytes would be
// too good.

const WORDS =
  'flat fast course harbour river bridge old town forest trail gravel asphalt climb descent valley ridge coast wind sunrise evening lantern market cathedral castle stadium finish start corral wave pacer chip timing bib bag drop water electrolyte gel orange banana soup blanket medal shirt relay team club volunteer marshal medical tent parking shuttle ferry tram station hotel sauna shower massage photo band drummer choir crowd village school vineyard orchard meadow lake dam quarry mill tunnel canal lock island lighthouse dune marsh pine birch oak heather snow rain heat shade ice road closure traffic police permit charity hospital youth senior wheelchair handbike walker family dog stroller cutoff hour minute record certified measured loop lap point there back turn hill kilometre mile elevation metre gain loss surface paved cobbled sandy narrow wide scenic historic quiet urban rural mountain seaside desert tropical northern southern eastern western winter spring summer autumn annual first tenth hundredth anniversary edition sold out limited entry ballot qualify registration collection expo kit headphones allowed forbidden mandatory optional gear poles lamp vest whistle phone cup reusable waste recycle compost green energy carbon train bicycle carpool weather forecast cancel refund transfer defer insurance waiver consent age category prize money trophy podium ceremony party concert beer pasta breakfast brunch local cheese bread honey fish grill vegan gluten free'.split(
    ' ',
  )
const SYLLABLES =
  'ka lo mi ren dor sta vel bri gan tor hal mar est wick ham burg stad ville port minster field ford haven rock ness berg dal fjord ton by lund ash elm thorn gray black white red new upper lower san santa el al bel mont pre rio val cas tel ver de la'.split(
    ' ',
  )

export function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}

/** An invented name of a place or a person. */
export function properName(random: () => number): string {
  const parts = Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(random, SYLLABLES))
  const name = parts.join('')
  return name[0]?.toUpperCase() + name.slice(1)
}

/** Sentences with `words` words in total, some of them names and numbers. */
export function prose(random: () => number, words: number): string {
  let text = ''
  let start = true
  for (let left = words; left > 0; left--) {
    const dice = random()
    let word = pick(random, WORDS)
    if (dice < 0.06) word = properName(random)
    else if (dice < 0.1) word = String(Math.floor(random() * 4000))
    text += start ? word[0]?.toUpperCase() + word.slice(1) : ` ${word}`
    start = left > 1 && random() < 0.09
    if (start) text += '. '
  }
  return `${text}.`
}
