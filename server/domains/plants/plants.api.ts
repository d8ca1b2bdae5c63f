// What other domains may ask of this one's tables.
export {
  addCategory,
  findGenus,
  findSpecies,
  type GenusRow,
  listEveryGenus,
  listEverySpecies,
  mergeGenusRow,
  mergeSpeciesRows,
  renameCategory,
  type SpeciesRow,
  setCategories,
  shareCategories,
  updateGenus,
  updateSpecies,
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
