// The script of evidence pages, which the build puts together.
declare module "savoir:page-script";
