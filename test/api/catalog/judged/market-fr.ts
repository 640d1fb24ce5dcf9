import type { JudgedCreator } from './types.ts';

/**
 * Fictional creators of the judged market: French.
 * Written to lie close to each other on purpose: several share a subject, a part of their name or a service title,
 * and some mention in passing a subject that they are not about. The judgements in `queries.ts` refer to the keys,
 * so a change to any text here calls for a new look at every query that its words could answer.
 */
export const judgedMarketFrench: readonly JudgedCreator[] = [
  {
    key: 'cuisine-camille',
    name: 'La Cuisine de Camille',
    handles: [
      { platform: 'YOUTUBE', handle: 'lacuisinedecamille' },
      { platform: 'INSTAGRAM', handle: 'cuisine.de.camille' },
    ],
    topics: ['cuisine', 'recettes faciles', 'batch cooking'],
    bio: 'Cuisiner pour quatre avec un petit budget : je prépare toute la semaine le dimanche, et chaque recette tient sur une carte.',
    titles: ['Recette avec votre produit', 'Test de robot'],
    languages: ['fr'],
  },
  {
    key: 'table-du-marche',
    name: 'Table du Marché',
    handles: [{ platform: 'YOUTUBE', handle: 'tabledumarche' }],
    topics: ['cuisine du marché', 'légumes', 'saison'],
    bio: 'Ancien chef à Lyon, je cuisine ce que le marché donne le matin même. Des légumes, des bouillons, et des histoires de maraîchers.',
    titles: ['Épisode au marché avec votre marque'],
    languages: ['fr'],
  },
  {
    key: 'sables-et-sucre',
    name: 'Sablés et Sucre',
    handles: [
      { platform: 'INSTAGRAM', handle: 'sablesetsucre' },
      { platform: 'YOUTUBE', handle: 'sablesetsucre' },
    ],
    topics: ['pâtisserie', 'biscuits', 'chocolat'],
    bio: 'Pâtissière à Nantes. Biscuits bretons, entremets expliqués lentement et tous mes ratés en gros plan.',
    titles: ['Recette avec votre chocolat', 'Test de moules'],
    languages: ['fr'],
  },
  {
    key: 'console-grenier',
    name: 'Console au Grenier',
    handles: [
      { platform: 'YOUTUBE', handle: 'consoleaugrenier' },
      { platform: 'TWITCH', handle: 'consoleaugrenier' },
    ],
    topics: ['jeux rétro', 'consoles', 'brocante'],
    bio: 'On chine des consoles en brocante, on les nettoie et on rejoue aux jeux rétro de notre enfance, en direct le samedi soir.',
    titles: ['Placement de 60 secondes en direct', 'Test de console'],
    languages: ['fr'],
  },
  {
    key: 'pouce-libre',
    name: 'Pouce Libre',
    handles: [
      { platform: 'TIKTOK', handle: 'poucelibre' },
      { platform: 'YOUTUBE', handle: 'poucelibre' },
    ],
    topics: ['jeux mobiles', 'stratégie', 'astuces'],
    bio: 'Les jeux mobiles qui ne vident pas le porte-monnaie. Je note la publicité, les achats cachés et le plaisir après dix heures.',
    titles: ['Test de votre jeu mobile'],
    languages: ['fr'],
  },
  {
    key: 'garage-helene',
    name: "Le Garage d'Hélène",
    handles: [
      { platform: 'YOUTUBE', handle: 'garagehelene' },
      { platform: 'INSTAGRAM', handle: 'garage.helene' },
    ],
    topics: ['voitures anciennes', 'mécanique', 'rallye'],
    bio: 'Mécanicienne en Auvergne, je restaure des voitures anciennes et je les emmène en rallye avec mon père. Ça fume, ça tousse, ça roule.',
    titles: ["Test d'outil", 'Produit dans une restauration'],
    languages: ['fr'],
  },
  {
    key: 'ronron-club',
    name: 'Ronron Club',
    handles: [
      { platform: 'INSTAGRAM', handle: 'ronronclub' },
      { platform: 'TIKTOK', handle: 'ronronclub' },
    ],
    topics: ['chats', 'comportement', 'adoption'],
    bio: 'Quatre chats, une comportementaliste. Comprendre les griffades, présenter deux chats et choisir des jouets utiles.',
    titles: ['Test de croquettes', 'Jouet dans une vidéo'],
    languages: ['fr'],
  },
  {
    key: 'fourgon-bleu',
    name: 'Le Fourgon Bleu',
    handles: [
      { platform: 'YOUTUBE', handle: 'lefourgonbleu' },
      { platform: 'INSTAGRAM', handle: 'le.fourgon.bleu' },
    ],
    topics: ['vanlife', 'fourgon aménagé', 'randonnée'],
    bio: "Un couple d'infirmiers en fourgon aménagé depuis deux ans. Plans, budget de la vanlife et randonnées au départ du parking.",
    titles: ['Équipement en test', 'Étape avec votre marque'],
    languages: ['fr'],
  },
  {
    key: 'peau-nette',
    name: 'Peau Nette',
    handles: [
      { platform: 'YOUTUBE', handle: 'peaunette' },
      { platform: 'TIKTOK', handle: 'peaunette' },
    ],
    topics: ['soins de la peau', 'acné', 'cosmétiques'],
    bio: "Soins de la peau sans promesses : une pharmacienne lit les étiquettes, compare les prix et répond aux ados qui ont de l'acné.",
    titles: ['Analyse de votre soin', 'Routine du soir'],
    languages: ['fr'],
  },
  {
    key: 'marque-page',
    name: 'Le Marque-Page',
    handles: [
      { platform: 'YOUTUBE', handle: 'lemarquepage' },
      { platform: 'INSTAGRAM', handle: 'le.marque.page' },
    ],
    topics: ['critiques de livres', 'romans', 'bande dessinée'],
    bio: 'Libraire à Lille. Des critiques de livres sans jargon, des romans oubliés et de la bande dessinée pour les trajets en métro.',
    titles: ['Critique de votre livre', 'Sélection du mois'],
    languages: ['fr'],
  },
  {
    key: 'tirelire',
    name: 'Tirelire et Compagnie',
    handles: [{ platform: 'YOUTUBE', handle: 'tirelireetcie' }],
    topics: ['finances personnelles', 'épargne', 'immobilier'],
    bio: 'Les finances personnelles expliquées avec des boîtes de conserve. Épargne, crédits, premier achat immobilier, zéro formule magique.',
    titles: ['Présentation de votre service'],
    languages: ['fr'],
  },
  {
    key: 'salon-sport',
    name: 'Salon Sport',
    handles: [
      { platform: 'YOUTUBE', handle: 'salonsport' },
      { platform: 'INSTAGRAM', handle: 'salon.sport' },
    ],
    topics: ['sport à la maison', 'renforcement', 'étirements'],
    bio: 'Du sport à la maison pour dos fatigués. Un kiné montre vingt minutes de renforcement par jour, avec une chaise et un tapis.',
    titles: ['Test de tapis', 'Séance avec votre marque'],
    languages: ['fr'],
  },
  {
    key: 'manette-pro',
    name: 'Manette Pro',
    handles: [
      { platform: 'TWITCH', handle: 'manettepro' },
      { platform: 'YOUTUBE', handle: 'manettepro' },
    ],
    topics: ['esport', 'tournois', 'jeux de combat'],
    bio: "L'esport français vu des gradins : tournois commentés, portraits de joueuses et débats sans cris sur les jeux de combat.",
    titles: ['Logo pendant le tournoi', 'Test de manette'],
    languages: ['fr'],
  },
  {
    key: 'valise-legere',
    name: 'Valise Légère',
    handles: [
      { platform: 'INSTAGRAM', handle: 'valiselegere' },
      { platform: 'YOUTUBE', handle: 'valiselegere' },
    ],
    topics: ['voyages', 'trains de nuit', 'Europe'],
    bio: "Voyages en train avec une valise de huit kilos. Itinéraires, hôtels de gare et petites îles où le réseau s'arrête.",
    titles: ['Destination dans un épisode', 'Test de valise'],
    languages: ['fr'],
  },
  {
    key: 'objectif-leo',
    name: 'Léo Marchand',
    handles: [
      { platform: 'INSTAGRAM', handle: 'objectifleo' },
      { platform: 'YOUTUBE', handle: 'objectifleo' },
    ],
    topics: ['photographie', 'paysages', 'drone'],
    bio: 'Photographe de montagne. Je marche la nuit pour une seule image au lever du soleil, et je montre les réglages, les erreurs et la météo.',
    titles: ["Test d'appareil photo", 'Sortie avec votre marque'],
    languages: ['fr'],
  },
];
