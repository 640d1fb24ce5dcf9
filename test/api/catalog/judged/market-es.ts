import type { JudgedCreator } from './types.ts';

/**
 * Fictional creators of the judged market: Spanish.
 * Written to lie close to each other on purpose: several share a subject, a part of their name or a service title,
 * and some mention in passing a subject that they are not about. The judgements in `queries.ts` refer to the keys,
 * so a change to any text here calls for a new look at every query that its words could answer.
 */
export const judgedMarketSpanish: readonly JudgedCreator[] = [
  {
    key: 'lucia-pena',
    name: 'Lucía Peña',
    handles: [
      { platform: 'YOUTUBE', handle: 'luciapenacocina' },
      { platform: 'INSTAGRAM', handle: 'lucia.pena.cocina' },
    ],
    topics: ['cocina casera', 'recetas fáciles', 'guisos'],
    bio: 'Cocina casera de mi abuela de Salamanca, paso a paso y sin prisas. Recetas fáciles para entre semana y guisos largos para el domingo.',
    titles: ['Receta con tu producto', 'Prueba de sartenes'],
    languages: ['es'],
  },
  {
    key: 'sal-y-verano',
    name: 'Sal y Verano',
    handles: [
      { platform: 'INSTAGRAM', handle: 'salyverano' },
      { platform: 'TIKTOK', handle: 'salyverano' },
    ],
    topics: ['cocina', 'ensaladas', 'recetas de verano'],
    bio: 'Platos fríos para días largos: gazpacho, ensaladas, helados sin máquina. Toda la cocina de verano que cabe en un piso sin aire acondicionado.',
    titles: ['Receta de temporada con tu marca'],
    languages: ['es'],
  },
  {
    key: 'galleta-feliz',
    name: 'La Galleta Feliz',
    handles: [
      { platform: 'YOUTUBE', handle: 'lagalletafeliz' },
      { platform: 'INSTAGRAM', handle: 'la.galleta.feliz' },
    ],
    topics: ['repostería', 'galletas', 'tartas'],
    bio: 'Repostería para torpes. Galletas decoradas, tartas que se inclinan un poco y trucos de horno que aprendí quemando muchas bandejas.',
    titles: ['Horneado con tu producto', 'Prueba de moldes'],
    languages: ['es'],
  },
  {
    key: 'pixel-andino',
    name: 'Pixel Andino',
    handles: [
      { platform: 'YOUTUBE', handle: 'pixelandino' },
      { platform: 'TWITCH', handle: 'pixelandino' },
    ],
    topics: ['videojuegos retro', 'consolas', 'coleccionismo'],
    bio: 'Desde La Paz, juegos de ocho y dieciséis bits, cartuchos rescatados del mercado y consolas que volvemos a encender con soldador y paciencia.',
    titles: ['Mención de 60 segundos en un video retro', 'Consola en prueba'],
    languages: ['es'],
  },
  {
    key: 'dedo-rapido',
    name: 'Dedo Rápido',
    handles: [
      { platform: 'TIKTOK', handle: 'dedorapido' },
      { platform: 'YOUTUBE', handle: 'dedorapido' },
    ],
    topics: ['juegos móviles', 'trucos', 'juegos gratis'],
    bio: 'Un juego para el móvil cada día, en un minuto. Te digo si es divertido, cuánta publicidad trae y en qué nivel empieza a pedirte dinero.',
    titles: ['Reseña de tu juego', 'App en un video corto'],
    languages: ['es'],
  },
  {
    key: 'motor-manuela',
    name: 'Manuela Ortega',
    handles: [
      { platform: 'YOUTUBE', handle: 'motormanuela' },
      { platform: 'INSTAGRAM', handle: 'motor.manuela' },
    ],
    topics: ['coches', 'mecánica', 'coches clásicos'],
    bio: 'Mecánica de tercera generación en Sevilla. Reparo coches clásicos, comparo coches usados y enseño a cambiar el aceite sin miedo.',
    titles: ['Prueba de herramientas', 'Coche en prueba'],
    languages: ['es'],
  },
  {
    key: 'siete-bigotes',
    name: 'Siete Bigotes',
    handles: [
      { platform: 'INSTAGRAM', handle: 'sietebigotes' },
      { platform: 'TIKTOK', handle: 'sietebigotes' },
    ],
    topics: ['gatos', 'adopción', 'veterinaria'],
    bio: 'Siete gatos rescatados en un piso de Valencia. Consejos de una auxiliar de veterinaria sobre comida, juegos y visitas sin arañazos.',
    titles: ['Prueba de pienso', 'Historia de adopción con tu marca'],
    languages: ['es'],
  },
  {
    key: 'furgo-libre',
    name: 'Furgo Libre',
    handles: [
      { platform: 'YOUTUBE', handle: 'furgolibre' },
      { platform: 'INSTAGRAM', handle: 'furgo.libre' },
    ],
    topics: ['vida en furgoneta', 'camper', 'rutas'],
    bio: 'Vivimos en una furgoneta camper desde 2019 con dos perros. Rutas por la costa, gastos de cada mes y arreglos en aparcamientos.',
    titles: ['Accesorio camper en prueba', 'Ruta con tu marca'],
    languages: ['es'],
  },
  {
    key: 'piel-tranquila',
    name: 'Piel Tranquila',
    handles: [
      { platform: 'INSTAGRAM', handle: 'pieltranquila' },
      { platform: 'YOUTUBE', handle: 'pieltranquila' },
    ],
    topics: ['cuidado de la piel', 'rosácea', 'protector solar'],
    bio: 'Farmacéutica con rosácea. Hablo del cuidado de la piel sensible con estudios en la mano y sin filtros en la cara.',
    titles: ['Análisis de tu crema', 'Rutina de noche con tu producto'],
    languages: ['es'],
  },
  {
    key: 'hallyu-latino',
    name: 'Hallyu Latino',
    handles: [
      { platform: 'YOUTUBE', handle: 'hallyulatino' },
      { platform: 'X', handle: 'hallyulatino' },
    ],
    topics: ['K-pop', 'conciertos', 'cultura coreana'],
    bio: 'Noticias de K-pop para América Latina: giras, letras traducidas y la fila del concierto contada desde dentro. También aprendemos coreano.',
    titles: ['Mención en las noticias', 'Concierto con tu marca'],
    languages: ['es', 'ko'],
  },
  {
    key: 'pagina-doblada',
    name: 'Página Doblada',
    handles: [
      { platform: 'YOUTUBE', handle: 'paginadoblada' },
      { platform: 'TIKTOK', handle: 'paginadoblada' },
    ],
    topics: ['reseñas de libros', 'novela negra', 'poesía'],
    bio: 'Reseñas de libros que he terminado de verdad. Novela negra los lunes, poesía los jueves, y un club de lectura con vosotros cada mes.',
    titles: ['Reseña de tu libro', 'Mención en el club de lectura'],
    languages: ['es'],
  },
  {
    key: 'bolsillo-claro',
    name: 'Bolsillo Claro',
    handles: [
      { platform: 'YOUTUBE', handle: 'bolsilloclaro' },
      { platform: 'INSTAGRAM', handle: 'bolsillo.claro' },
    ],
    topics: ['finanzas personales', 'ahorro', 'deudas'],
    bio: 'Finanzas personales para quien llega justo a fin de mes. Presupuestos, deudas y ahorro con números reales de familias mexicanas.',
    titles: ['Reto de ahorro con tu marca', 'Tutorial de tu app'],
    languages: ['es'],
  },
  {
    key: 'casa-en-forma',
    name: 'Casa en Forma',
    handles: [{ platform: 'YOUTUBE', handle: 'casaenforma' }],
    topics: ['ejercicio en casa', 'yoga', 'estiramientos'],
    bio: 'Ejercicio en casa sin aparatos y sin excusas: quince minutos de fuerza, diez de yoga y una silla como único equipo.',
    titles: ['Entrenamiento con tu marca'],
    languages: ['es'],
  },
  {
    key: 'arena-norte',
    name: 'Arena Norte',
    handles: [
      { platform: 'TWITCH', handle: 'arenanorte' },
      { platform: 'KICK', handle: 'arenanorte' },
    ],
    topics: ['esports', 'torneos', 'juegos de lucha'],
    bio: 'Torneos de esports narrados desde Monterrey. Juegos de lucha, entrevistas a jugadoras jóvenes y mucho café en las finales.',
    titles: ['Logo en el torneo', 'Mención en directo'],
    languages: ['es'],
  },
  {
    key: 'marta-mochila',
    name: 'Marta y la Mochila',
    handles: [
      { platform: 'YOUTUBE', handle: 'martaylamochila' },
      { platform: 'INSTAGRAM', handle: 'marta.mochila' },
    ],
    topics: ['viajes', 'mochileros', 'Sudamérica'],
    bio: 'Viajes lentos por Sudamérica con una mochila de siete kilos. Autobuses nocturnos, mercados y presupuestos al céntimo.',
    titles: ['Destino en un episodio', 'Mochila en prueba'],
    languages: ['es'],
  },
  {
    key: 'foto-rocio',
    name: 'Rocío Fuentes',
    handles: [
      { platform: 'INSTAGRAM', handle: 'rociofuentesfoto' },
      { platform: 'YOUTUBE', handle: 'rociofuentesfoto' },
    ],
    topics: ['fotografía', 'bodas', 'retratos'],
    bio: 'Fotógrafa de bodas que odia posar. Enseño luz natural, edición sencilla y cómo hablar con clientes nerviosos.',
    titles: ['Prueba de cámara', 'Tutorial con tu programa'],
    languages: ['es'],
  },
];
