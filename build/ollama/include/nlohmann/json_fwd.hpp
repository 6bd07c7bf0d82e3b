// The newest headers at hand have no forward declarations of their own.
#pragma once
#include "json.hpp"
