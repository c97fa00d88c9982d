// Marks a function that the page calls by its name.
#pragma once

#define SIGHTLINE_EXPORT(name) extern "C" __attribute__((export_name(#name), used))
