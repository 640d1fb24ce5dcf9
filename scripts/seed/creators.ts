import { type Platform, platforms } from '../../schema/shared/enums.ts';

export interface SeededCreator {
  readonly name: string;
  readonly handle: string;
  /** Platforms where the creator has an account to connect. */
  readonly platforms: readonly Platform[];
  /** Platforms of channels without a connected account. */
  readonly manual: readonly Platform[];
  readonly topics: string[];
  readonly languages: string[];
  readonly country: string;
  /** The price of one mention, in whole dollars. */
  readonly price: number;
  readonly bio: string;
}

/**
 * Sixty creators of the demo market: `name | handle | platforms | topics | languages | country | price | bio`. A platform in parentheses has a
 * manual channel.
 */
export const creators: readonly SeededCreator[] = `
Maya Rivers | mayarivers | TWITCH YOUTUBE INSTAGRAM | cozy games, farming sims | en | US | 240 | Cozy games every weekday morning, with a cat on the keyboard more often than not.
Jonas Albrecht | jonasplays | TWITCH (YOUTUBE) | strategy, city builders | de en | DE | 180 | I build cities until they burn. Strategy streams in German, four evenings a week.
Léa Fontaine | leafontaine | TIKTOK INSTAGRAM | skincare, beauty | fr en | FR | 320 | Dermatology student. I read the ingredient list so you do not have to.
Tomás Ibarra | tomasibarra | YOUTUBE (INSTAGRAM) | street food, travel | es en | MX | 450 | One city, one dish, one long lunch at a time.
Aiko Tanabe | aikodraws | YOUTUBE X | illustration, watercolour | ja en | JP | 260 | Watercolour diaries from a small studio in Kyoto.
Nikhil Rao | nikhilbuilds | YOUTUBE X | technology, home servers | en hi | IN | 390 | Home labs, quiet computers and the cables between them.
Freja Lindqvist | frejaruns | INSTAGRAM TIKTOK | trail running, outdoors | sv en | SE | 210 | Slow miles in the north. Ultra runner, terrible swimmer.
Deniz Aksoy | denizaksoy | KICK YOUTUBE X | football, esports | tr | TR | 150 | Match nights, transfer gossip and far too many opinions.
Chloe Bennett | chloebakes | TIKTOK (INSTAGRAM) | baking, desserts | en | GB | 170 | Ninety-second cakes. Most of them survive.
Rafael Monteiro | rafamonteiro | TWITCH X YOUTUBE | shooters, esports | pt en | BR | 290 | Former semi-pro, now I coach in public.
Ola Nowak | olanowak | INSTAGRAM (TIKTOK) | interior design, small flats | pl en | PL | 230 | Thirty square metres and how to live in them.
Sam Okafor | samokafor | YOUTUBE TIKTOK X | personal finance, careers | en | NG | 340 | Money explained the way I wish someone had explained it to me.
Giulia Ferrari | giuliacooks | INSTAGRAM YOUTUBE | italian cooking, pasta | it en | IT | 280 | My grandmother's recipes, measured for the first time.
Lukas Weber | lukaswrites | X | science, astronomy | de en | AT | 120 | Astronomer. Threads about what the telescope saw last night.
Nora Haddad | norahaddad | TIKTOK INSTAGRAM | modest fashion, styling | ar en | AE | 410 | Modest outfits for cold offices and hot streets.
Ben Carter | bencarterfit | YOUTUBE INSTAGRAM TIKTOK | strength training, nutrition | en | US | 480 | Barbell basics for people with a desk job.
Inês Duarte | inesduarte | TWITCH (X) | art, speedpainting | pt en | PT | 140 | Speedpainting with chat choosing the colours.
Yusuf Demir | yusufdemir | KICK | survival games, horror | tr en | TR | 110 | I scream so that you can laugh.
Hannah Schmitt | hannahliest | TIKTOK INSTAGRAM | books, fantasy | de | DE | 160 | Three books a week, one honest sentence about each.
Marcus Lind | marcuslind | YOUTUBE | woodworking, tools | en sv | SE | 370 | Furniture by hand, mistakes included.
Priya Nair | priyanair | INSTAGRAM X | vegetarian cooking, spices | en ml | IN | 190 | Kerala home cooking, from the market to the plate.
Diego Salas | diegosalas | TWITCH YOUTUBE | retro gaming, speedruns | es | ES | 200 | Old consoles, new world records.
Emma Thorne | emmathorne | YOUTUBE (X) | history, museums | en | GB | 310 | The footnotes of history, read aloud.
Kenji Mori | kenjimori | TWITCH (KICK) | fighting games, esports | ja en | JP | 270 | Frame data and friendly rivalries.
Zofia Krol | zofiakrol | TIKTOK | makeup, film looks | pl | PL | 150 | Film characters in under a minute.
Ahmed Farouk | ahmedfarouk | YOUTUBE X | smartphones, reviews | ar | EG | 260 | Phones reviewed after a month, not after a day.
Clara Jensen | clarajensen | INSTAGRAM | knitting, slow living | da en | DK | 130 | Wool, wind and a very old summer house.
Leo Marchetti | leomarchetti | TIKTOK YOUTUBE | comedy, sketches | it | IT | 360 | Sketches about my family. They have agreed to most of them.
Sofia Petrova | sofiapetrova | YOUTUBE | piano, film music | en bg | BG | 220 | Film scores for two hands.
Hugo Laurent | hugolaurent | TWITCH KICK (YOUTUBE) | racing sims, motorsport | fr | FR | 250 | Endurance races from the living room.
Amara Diallo | amaradiallo | INSTAGRAM TIKTOK | natural hair, beauty | fr en | SN | 240 | Curls, patience and good scissors.
Oskar Berg | oskarberg | YOUTUBE | vanlife, photography | no en | NO | 330 | A van, a tripod and a lot of rain.
Lina Moreau | linamoreau | X INSTAGRAM | climate, science | fr en | BE | 140 | Climate science without the shouting.
Carlos Vega | carlosvega | KICK (TWITCH) | poker, strategy | es en | AR | 175 | Thinking out loud at low stakes.
Ivy Zhang | ivyzhang | TIKTOK YOUTUBE | stationery, study tips | en zh | CA | 205 | Study with me, but the pens are better.
Felix Brandt | felixbrandt | YOUTUBE X | programming, open source | en de | DE | 300 | Small programs, explained line by line.
Mila Horvat | milahorvat | INSTAGRAM | ceramics, design | hr en | HR | 145 | Mugs that are almost round.
Theo Papadakis | theopapadakis | YOUTUBE | greek cooking, islands | el en | GR | 195 | Island kitchens, one ferry at a time.
Grace Kim | gracekim | TIKTOK INSTAGRAM YOUTUBE | k-pop, dance | en ko | US | 430 | Choreography breakdowns in the hallway of my building.
Anton Kovac | antonkovac | TWITCH | chess, puzzles | en sk | SK | 125 | Blitz chess and blunders.
Rosa Delgado | rosadelgado | YOUTUBE INSTAGRAM | gardening, balcony | es | ES | 165 | Tomatoes on the fifth floor.
Elias Wolff | eliaswolff | YOUTUBE | electronics, synthesizers | de en | CH | 350 | Synthesizers, soldered and played.
Tess van Dijk | tessvandijk | INSTAGRAM TIKTOK | cycling, city life | nl en | NL | 185 | Everything by bicycle, including the sofa.
Malik Johnson | malikjohnson | YOUTUBE TIKTOK INSTAGRAM | sneakers, streetwear | en | US | 460 | Sneakers, worn, not shelved.
Ewa Lis | ewalis | X | parenting, education | pl | PL | 95 | Two toddlers, one thread a day.
Karim Benali | karimbenali | TWITCH | football manager, sports games | fr ar | MA | 115 | Fourth division to the final, every season.
Saoirse Byrne | saoirsebyrne | YOUTUBE INSTAGRAM | folk music, fiddle | en ga | IE | 175 | Tunes from the west, slowed down for learners.
Victor Ionescu | victorionescu | KICK TWITCH | car games, modding | ro en | RO | 135 | I add engines to things.
Alma Castillo | almacastillo | TIKTOK | languages, spanish lessons | es en | CO | 155 | Spanish in sixty seconds, with my dog as the student.
Noah Fischer | noahfischer | YOUTUBE | board games, reviews | en de | DE | 225 | Board games for two, for six, and for bad losers.
Paula Ribeiro | paularibeiro | INSTAGRAM YOUTUBE | surfing, ocean | pt en | PT | 265 | Cold water, early mornings.
Henrik Dahl | henrikdahl | TWITCH X | simulation games, trains | no en | NO | 105 | Trains on time, mostly.
Yara Mansour | yaramansour | INSTAGRAM | architecture, travel | ar en | LB | 295 | Balconies, staircases and the people on them.
Jack Whitmore | jackwhitmore | YOUTUBE | camping, bushcraft | en | AU | 315 | Sleeping outside so that you can stay in.
Mei Lin | meilintea | TIKTOK X | tea, ceramics | zh en | SG | 190 | One tea a day, brewed three ways.
Roberto Conti | robertoconti | YOUTUBE X | watches, design | it en | IT | 520 | Mechanical watches and the people who repair them.
Selin Yildiz | selinyildiz | INSTAGRAM TIKTOK | street fashion, thrifting | tr en | TR | 180 | Second-hand first.
Daniel Osei | danielosei | TWITCH YOUTUBE | music production, beats | en | GH | 215 | A beat from nothing, live, every Friday.
Ana Kovalenko | anakovalenko | TIKTOK INSTAGRAM | pilates, mobility | en uk | PL | 200 | Ten minutes on the mat, no music, no shouting.
Pierre Gauthier | pierregauthier | YOUTUBE | wine, vineyards | fr en | CA | 380 | Honest wine for normal tables.
`
  .trim()
  .split('\n')
  .map(parse);

function parse(line: string): SeededCreator {
  const [name = '', handle = '', where = '', topics = '', languages = '', country = '', price = '', bio = ''] =
    line.split(' | ');
  return {
    name,
    handle,
    ...platformsOf(where.split(' ')),
    topics: topics.split(', '),
    languages: languages.split(' '),
    country,
    price: Number(price),
    bio,
  };
}

function platformsOf(names: readonly string[]): Pick<SeededCreator, 'platforms' | 'manual'> {
  return {
    platforms: names.filter((name) => !name.startsWith('(')).map(platformOf),
    manual: names.filter((name) => name.startsWith('(')).map((name) => platformOf(name.slice(1, -1))),
  };
}

function platformOf(name: string): Platform {
  const platform = platforms.find((known) => known === name);
  if (platform === undefined) throw new Error(`${name} is no platform`);
  return platform;
}
