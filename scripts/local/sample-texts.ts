/** Title, location and description of the sample marathons, in the order of sample-marathons.ts. */
export const MARATHON_TEXTS: [title: string, location: string, description: string][] = [
  // past
  [
    'Havel Lakes Autumn 25',
    'Potsdam, Germany',
    'One lap around the lakes on forest paths, with five aid stations and a long flat finish in the palace gardens.',
  ],
  [
    'Lakefront Dawn Ten',
    'Chicago, USA',
    'Out and back on the lake path before the city wakes. Chip timing, coffee at the finish.',
  ],
  [
    'Hatirjheel Sunrise 5k',
    'Dhaka, Bangladesh',
    'Two loops on closed roads around the lake. Start before sunrise to beat the heat.',
  ],
  [
    'Ribeira Evening Mile and More',
    'Porto, Portugal',
    'Three kilometres through the old town and across the bridge at dusk. Steep, short and loud.',
  ],
  // closed
  [
    'Arakawa Riverside 25',
    'Tokyo, Japan',
    'Flat and fast along the river dyke, pacers from 2:00 to 3:15. Bibs are posted two weeks before the race.',
  ],
  [
    'Ibirapuera City 15',
    'São Paulo, Brazil',
    'Three laps of the park and the avenue beside it. Water every 2.5 km, showers at the school.',
  ],
  [
    'Karura Forest Ten',
    'Nairobi, Kenya',
    'Red earth trails at 1,700 metres. The last two kilometres climb; save something for them.',
  ],
  // today
  [
    'Thames Path Lunchtime 5k',
    'London, United Kingdom',
    'A quick one from Putney to Hammersmith and back. Bag drop at the boathouse, results by text.',
  ],
  [
    'Tamaki Drive Ten',
    'Auckland, New Zealand',
    'Along the harbour with the wind in your face one way and at your back the other.',
  ],
  [
    'Prospect Park Kids and Grown-ups 3k',
    'Brooklyn, USA',
    'Run it with somebody half your age, or twice. Everyone gets the same medal.',
  ],
  // not yet open
  [
    'Lake Zurich Shoreline 25',
    'Zurich, Switzerland',
    'Point to point from Rapperswil to the city, with a train ticket back for every runner. A 3:15 cut-off applies.',
  ],
  [
    'Bondi to Manly Coast 15',
    'Sydney, Australia',
    'Cliffs, stairs, sand and one ferry to the start. Trail shoes are a good idea after rain.',
  ],
  [
    'Cubbon Park Monsoon Ten',
    'Bengaluru, India',
    'Run under the rain trees, twice around the park. It will be wet; that is the point.',
  ],
  [
    'Stanley Park Seawall 5k',
    'Vancouver, Canada',
    'One side of the seawall, closed to bicycles for the morning. Strollers start last.',
  ],
  // closing within a day
  [
    'Canal Saint-Martin Ten',
    'Paris, France',
    'From the locks to La Villette and back on cobbles and towpath. Entries close soon: the prefecture needs the list.',
  ],
  [
    'Sea Point Promenade 5k',
    'Cape Town, South Africa',
    'Flat, paved, with the ocean on one side all the way. First-timers are welcome and never last: our tail walker is.',
  ],
  [
    'Kathmandu Valley Rim 25',
    'Nagarkot, Nepal',
    'A ridge trail at 2,000 metres with 900 metres of climbing and, on a clear morning, eight of the highest peaks. Carry your own cup.',
  ],
  // open
  [
    'Reykjavik Harbour Fun Run',
    'Reykjavik, Iceland',
    'Three kilometres in costume or not, then soup. Bring a windproof jacket in any month.',
  ],
  [
    'Amstel River 15',
    'Amsterdam, Netherlands',
    'Follow the river to Ouderkerk and back past the windmills. Flat, but the wind keeps you honest.',
  ],
  ['Marina Bay Night 5k', 'Singapore', 'Neon, warm air and a closed waterfront. Reflective bibs are in the race pack.'],
  [
    'Front Range Foothills 25',
    'Boulder, USA',
    'Gravel roads and single track with 600 metres of climbing. Start early, storms come after noon. Two drop bags are allowed.',
  ],
  [
    'Torrens Linear Park Ten',
    'Adelaide, Australia',
    'From the hills to the sea along the river. Slightly downhill: a good day for a personal best.',
  ],
  [
    'Padma Bridge View 15',
    'Mawa, Bangladesh',
    'Out along the river embankment with the bridge ahead of you, back with the sun behind it. Buses leave Dhaka at 03:30.',
  ],
  [
    'Berlin Wall Trail 25',
    'Berlin, Germany',
    'Along the old border from Bornholmer Strasse to the East Side Gallery. Eight aid stations, pacers for every ten minutes, and a finish under the lamps of Oberbaum Bridge.',
  ],
]
