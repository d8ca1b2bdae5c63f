// What other domains may ask of this one's tables.
export {
  addCategory,
  findGenus,
  findPlant,
  type GenusRow,
  listEveryGenus,
  listEveryPlant,
  mergeGenusRow,
  mergePlantRows,
  type PlantRow,
  renameCategory,
  setCategories,
  shareCategories,
  updateGenus,
  updatePlants,
} from './plant-writes.queries.ts'
export {
  type DirectoryEntry,
  findCategory,
  findCategoryById,
  findEntry,
  genusNow,
  isOffered,
  listCategories,
} from './plants.queries.ts'
