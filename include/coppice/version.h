/* version.h - which Coppice this is: "0.1.0". */
#ifndef COPPICE_VERSION_H
#define COPPICE_VERSION_H

const char *cop_version(void);

#endif
